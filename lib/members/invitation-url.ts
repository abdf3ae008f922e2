/** The page on which an invited person accepts. */
export function invitationUrl(origin: string, token: string): string {
  return `${origin}/invitation?token=${token}`;
}
