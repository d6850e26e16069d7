import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { bestEncoding, type Encoding } from '#platform/sockets/compressed.ts'

/** Files of the browser application, looked up by exact URL in a fixed table; no path is resolved. */
export type Assets = {
  /** The HTML page with this nonce on its scripts and styles. */
  page(nonce: string, path: string): Promise<string> | string
  find(path: string): Asset | undefined
}
type Asset = { headers: Record<string, string>; bytes: Buffer; packed: Partial<Record<Encoding, Buffer>> }

export const noncePlace = '__CSP_NONCE__'
const packedEndings = { br: '.br', gzip: '.gz' } as const

/** Reads a built console into memory at startup. */
export async function readAssets(folder: string): Promise<Assets> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length).replaceAll(sep, '/'))
  const wanted = paths.filter((path) => !/\/\.|\.(map|html|br|gz)$/.test(path))
  const assets = new Map<string, Asset>()
  for (const path of wanted) assets.set(path, await readAsset(folder, path, paths))
  const page = (await readFile(join(folder, 'index.html'), 'utf8')).split(noncePlace)
  return { page: (nonce) => page.join(nonce), find: (path) => assets.get(path) }
}

async function readAsset(folder: string, path: string, paths: readonly string[]): Promise<Asset> {
  const bytes = await readFile(join(folder, path))
  const packed: Asset['packed'] = {}
  for (const [encoding, ending] of Object.entries(packedEndings) as [Encoding, string][]) {
    if (paths.includes(path + ending)) packed[encoding] = await readFile(join(folder, path + ending))
  }
  return {
    bytes,
    packed,
    headers: {
      'content-type': getMimeType(path) ?? 'application/octet-stream',
      // File names under assets/ contain a content hash.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      vary: 'accept-encoding',
    },
  }
}

/** Response for a file, in the best encoding that the client accepts. */
export function assetResponse(asset: Asset, accepted: string | undefined, known: string | undefined): Response {
  if (known?.includes(asset.headers.etag ?? '""')) {
    return new Response(null, { status: 304, headers: asset.headers })
  }
  const encoding = bestEncoding(accepted, Object.keys(asset.packed) as Encoding[])
  const body = (encoding && asset.packed[encoding]) ?? asset.bytes
  return new Response(new Uint8Array(body), {
    headers: { ...asset.headers, ...(encoding && { 'content-encoding': encoding }) },
  })
}
