// Loaded into web and worker (`node --import`): their channel to the launcher closes when it dies, also by SIGKILL, and then they end too.
const GRACE_MS = 8_000;

// `next dev` hands its options down to a process of its own, which has a channel to that one and needs it kept open.
if (process.env.COUNTERSIGN_LAUNCHER === String(process.ppid)) {
  process.once("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), GRACE_MS).unref();
  });
  // A listener would keep the process alive by itself.
  process.channel?.unref();
}

export {};
