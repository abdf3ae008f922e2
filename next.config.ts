import type { NextConfig } from "next";

const config: NextConfig = {
  // These load files of their own at run time (SQL, WebAssembly, workers) or hold native sockets, so the bundler leaves them alone.
  serverExternalPackages: ["postgres", "pg", "bullmq", "ioredis", "web-tree-sitter", "tree-sitter-bash"],
  turbopack: {
    // Next answers a method that a route does not export without a body; the contract has a problem document for it.
    rules: { "route.ts": { condition: { path: /app\/api\// }, loaders: ["./lib/http/other-methods-loader.ts"] } },
  },
  agentRules: false,
  poweredByHeader: false,
  // For scripts and pages. Streams say `no-transform`, which it heeds (e2e/pages.spec.ts).
  compress: true,
  images: { unoptimized: true },
  devIndicators: false,
  // Types are checked by `npm run verify`, in parallel and tests included; a start on someone's machine need not wait for it again.
  typescript: { ignoreBuildErrors: true },
};

export default config;
