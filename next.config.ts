import type { NextConfig } from "next";

const config: NextConfig = {
  // These load files of their own at run time (SQL, WebAssembly, workers) or hold native sockets, so the bundler leaves them alone.
  serverExternalPackages: ["postgres", "pg", "bullmq", "ioredis", "web-tree-sitter", "tree-sitter-bash"],
  agentRules: false,
  poweredByHeader: false,
  compress: false,
  images: { unoptimized: true },
  devIndicators: false,
};

export default config;
