import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** WCAG 2.2 AA, and axe's own advice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules whose answer may be another one in another theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * What axe finds on a page as it stands, a line for each rule: `rule (places): the first place`.
 * @param asked `colours` for a page that was looked at in the other theme already, where nothing else can differ
 */
export async function axeFindings(page: Page, asked: "everything" | "colours" = "everything"): Promise<string[]> {
  // Our pages have no frames, for which axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (asked === "colours" ? axe.withRules(COLOR_RULES) : axe.withTags(TAGS)).analyze();
  return violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.target.join(" ")}`);
}
