# docs/packaging.md says how to run it.

# The digest is that of the index of all platforms, with Node 24.18. "docker buildx imagetools inspect" shows the newest one.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS manifests
WORKDIR /src
# Manifests alone, so that a change of the sources does not install everything again.
COPY package.json package-lock.json .npmrc ./
COPY apps/console/package.json apps/console/
COPY apps/worldwire/package.json apps/worldwire/
COPY examples/package.json examples/
COPY packages/cluster/package.json packages/cluster/
COPY packages/engine/package.json packages/engine/
COPY packages/journal/package.json packages/journal/
COPY packages/protocol/package.json packages/protocol/
COPY packages/server/package.json packages/server/
COPY packages/transports/package.json packages/transports/
COPY packages/picture/package.json packages/picture/
COPY packages/uasset/package.json packages/uasset/
COPY packages/writes/package.json packages/writes/
COPY test/package.json test/
COPY worlds/conformance/package.json worlds/conformance/
COPY worlds/unity/package.json worlds/unity/
COPY worlds/universe/package.json worlds/universe/
COPY worlds/unreal/package.json worlds/unreal/

FROM manifests AS dependencies
# OpenTelemetry is an optional dependency.
RUN npm ci --omit=dev --workspace=worldwire \
  && npm install --prefix tracing \
    $(node -p "Object.entries(require('./apps/worldwire/package.json').peerDependencies).map(each => each.join('@')).join(' ')") \
  && cp -r tracing/node_modules/. node_modules/ \
  && rm -r tracing

FROM manifests AS build
# The compiler needs no install scripts.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.base.json ./
COPY packages packages
COPY worlds worlds
COPY examples examples
COPY apps apps
RUN npx tsc -b apps/worldwire \
  && node apps/console/build.mjs \
  && rm -rf worlds/conformance \
  && find apps packages worlds -type d -name src -prune -exec rm -rf {} + \
  && find apps packages worlds -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.tsbuildinfo' -o -name 'tsconfig.json' \) -delete

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production
ENV WORLDWIRE_DATA=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=dependencies /src ./
COPY --from=build /src/packages packages
COPY --from=build /src/worlds worlds
COPY --from=build /src/apps apps
COPY packaging/docker/health.mjs ./
USER node
VOLUME /data
EXPOSE 3000 3001 30069 51477
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "health.mjs"]
ENTRYPOINT ["node", "apps/worldwire/bin/worldwire.js"]
# Others can reach a container, so tokens are needed. A secret named worldwire-tokens has them, "name token" on each line.
CMD ["serve", "universe", "--host", "0.0.0.0", "--token-file", "/run/secrets/worldwire-tokens"]
