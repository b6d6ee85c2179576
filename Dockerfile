# Runs Parley in a container. Only the dashboard is built; Node runs TypeScript directly.

FROM node:24-bookworm-slim AS packages
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
# The script of onnxruntime-node would download libraries for graphics processors.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm install --omit=dev

FROM packages AS dashboard
COPY . .
RUN node scripts/dashboard.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    SANDBOX_HOST=0.0.0.0 \
    SANDBOX_PORT=8099 \
    DATA_DIR=/data
WORKDIR /parley
RUN install -d -o node -g node /data
COPY --from=packages /parley ./
COPY . .
COPY --from=dashboard /parley/dashboard/dist ./dashboard/dist
# The command `parley` finds its packages installed.
RUN node --input-type=module -e "import { markInstalled } from '/parley/scripts/bootstrap/install.mjs'; markInstalled('/parley')" \
  && ln -s /parley/cli/parley.mjs /usr/local/bin/parley
USER node
VOLUME /data
# Publish them on 127.0.0.1 only: docker run --init -p 127.0.0.1:8080:8080 -p 127.0.0.1:8099:8099 …
EXPOSE 8080 8099
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Without DATABASE_URL, the embedded PostgreSQL stores its files in /data. Use --init, so that its processes are reaped.
CMD ["node", "--v8-pool-size=0", "--max-semi-space-size=16", "--heap-growing-percent=50", "server/main.ts"]
