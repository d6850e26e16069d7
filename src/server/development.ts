import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Assets, noncePlace } from '#proxy/http/assets.ts'
import { repository } from './build.ts'

/** `--dev`: Vite serves the sources of the console from this process and reloads them when they change. */
export async function viteAssets(server: Server) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: repository,
    appType: 'custom',
    server: { middlewareMode: { server }, hmr: { server } },
  })
  const assets: Assets = {
    page: async (nonce, path) => {
      const html = await vite.transformIndexHtml(path, await readFile(join(repository, 'index.html'), 'utf8'))
      return html.replaceAll(noncePlace, nonce)
    },
    find: () => undefined,
  }
  /** Vite serves its own modules; all other requests go to the proxy. */
  const first =
    (next: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown) =>
    (incoming: IncomingMessage, outgoing: ServerResponse) =>
      vite.middlewares(incoming, outgoing, () => next(incoming, outgoing))
  return { assets, first, close: () => vite.close() }
}
