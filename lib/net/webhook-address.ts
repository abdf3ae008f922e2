import { z } from "zod";
import { configuredAllowList } from "./configured-allow-list.ts";
import { BlockedTarget } from "./errors.ts";
import { parseTarget } from "./vet-target.ts";

/**
 * The address of an incoming webhook, as far as it can be judged without asking anyone. The issues do not repeat it: it is a secret. Discord has two
 * for each webhook, and the one that ends in `/slack` takes what the others take.
 */
export const webhookAddress = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .superRefine((text, context) => {
    const refuse = (message: string) => void context.addIssue({ code: "custom", message });
    try {
      const allow = configuredAllowList();
      const { url, hostname, port } = parseTarget(text, allow);
      // Whoever reads it on the way can post there.
      if (url.protocol === "http:" && !allow.includes(url.hostname, port))
        return refuse("An address on the internet must begin with https://.");
      if (url.hash !== "") return refuse("What stands behind # is not sent; leave it out.");
      const isDiscord = /(^|\.)discord(app)?\.com$/.test(hostname);
      if (isDiscord && !/\/slack\/?$/.test(url.pathname))
        refuse("Discord takes these messages at the address of its webhook with /slack behind it.");
    } catch (error) {
      if (!(error instanceof BlockedTarget)) throw error;
      refuse(error.reason === "invalid_url" ? "An address that begins with https://." : `${error.message}.`);
    }
  });
