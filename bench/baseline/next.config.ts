import path from "node:path";

export default {
  compress: false,
  agentRules: false,
  turbopack: { root: path.resolve(import.meta.dirname, "../..") },
  typescript: { ignoreBuildErrors: true },
};
