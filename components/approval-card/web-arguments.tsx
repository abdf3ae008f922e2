import { Argument } from "#components/approval-card/argument-list.tsx";
import { WholeText } from "#components/approval-card/whole-text.tsx";
import { escapeVisible } from "#components/text/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Where a request goes: the host as it will be dialled (punycode), apart from the address that was written. */
export function WebArguments({ url, method = "GET", body }: { url: string; method: string | undefined; body: string | undefined }) {
  const target = URL.parse(url);
  return (
    <>
      <Argument name="Method">
        <VisibleText text={method} />
      </Argument>
      <Argument name="Host">
        {target ? <VisibleText text={target.host} className="font-semibold" /> : "The address cannot be read."}
        {target && isDisguised(url, target) ? (
          <span className="block text-sm font-medium text-waiting">The address writes this host with other characters.</span>
        ) : null}
        {target?.username || target?.password ? (
          <span className="block text-sm font-medium text-waiting">
            What stands before the @ in the address is a user name, not the host.
          </span>
        ) : null}
      </Argument>
      <Argument name="Address">
        <WholeText text={url} label="Address" />
      </Argument>
      {body === undefined ? null : (
        <Argument name="Body">
          <WholeText text={body} label="Body" />
        </Argument>
      )}
    </>
  );
}

function isDisguised(url: string, target: URL): boolean {
  return !url.toLowerCase().includes(target.host) || escapeVisible(url, "exact").includes("\\u{");
}
