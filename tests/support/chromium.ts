// Which browser the tests drive. The order lets a developer choose, a packager use the system's, and everybody else
// (no root, no system browser) take the one that npm installed; where npm has none, Playwright's own download is used.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const cache = join(import.meta.dirname, '../../node_modules/.cache/triptych-chromium')
const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const launchArgs = [
  '--no-sandbox', // containers seldom allow the sandbox, and every page under test is our own
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--js-flags=--single-threaded', // helper threads of each page cost a sixth of its time where cores are few
]

/** Undefined means: the browser that Playwright itself has downloaded. */
export async function chromiumPath(): Promise<string | undefined> {
  return process.env.CHROMIUM_PATH || systemBrowsers.find((path) => existsSync(path)) || (await packagedChromium())
}

async function packagedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packageFolder = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cache, version)
  if (!existsSync(folder)) await unpack(join(packageFolder, 'bin'), folder)

  const browser = join(folder, 'chromium')
  // The browser inherits our environment. Its own fonts: text has no height where the system has none, and otherwise
  // the same page would wrap differently on every machine.
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  if (await starts(browser)) return browser
  // A slim system has no libnss3; the package brings one.
  process.env.LD_LIBRARY_PATH = [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return (await starts(browser)) ? browser : undefined
}

/** Several workers may unpack at the same time: each has its own folder, and the first rename wins. */
async function unpack(packed: string, folder: string) {
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, '.unpacking-'))
  try {
    for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
      for (const { path, content } of tarEntries(await decompressed(join(packed, archive)))) {
        await mkdir(dirname(join(unfinished, path)), { recursive: true })
        await writeFile(join(unfinished, path), content)
      }
    }
    await writeFile(join(unfinished, 'fonts.conf'), fontsConf) // the packaged one looks below /tmp
    await writeFile(join(unfinished, 'chromium'), await decompressed(join(packed, 'chromium.br')), { mode: 0o755 })
    await rename(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

const fontsConf = '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>'

const decompressed = async (file: string) => promisify(brotliDecompress)(await readFile(file))

/** As much of the tar format as these archives use: a 512-byte header, then the content in 512-byte blocks. */
function* tarEntries(archive: Buffer) {
  const block = 512
  for (let at = 0; archive[at];) {
    const text = (start: number, end: number) => archive.toString('utf8', at + start, at + end).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 136), 8)
    const [path, isFile] = [text(0, 100), text(156, 157) === '0']
    if (isFile) yield { path, content: archive.subarray(at + block, at + block + size) }
    at += block + Math.ceil(size / block) * block
  }
}

const starts = (browser: string) =>
  promisify(execFile)(browser, ['--version']).then(
    () => true,
    () => false,
  )
