/** Loaded when an archive is read: its library is needed nowhere else. */
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { Problem } from '#contract/problem.ts'

type ArchivedFile = { name: string; bytes: Uint8Array }

/** Small files, and not many: certificates of an authority. */
const maxFiles = 200
const maxBytes = 4 * 1024 * 1024

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** The files of a zip archive; one that is too large, or unpacks to too much, is refused before it is unpacked. */
export function unzipped(archive: Uint8Array): ArchivedFile[] {
  let files = 0
  let total = 0
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) return false
    files += 1
    total += originalSize
    if (files > maxFiles) throw tooLarge(`more than ${maxFiles} files`)
    if (total > maxBytes) throw tooLarge('more than 4 MiB of files')
    return true
  }
  try {
    return Object.entries(unzipSync(archive, { filter })).map(([name, bytes]) => ({ name, bytes }))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('INVALID_INPUT', 'The zip archive is damaged or encrypted')
  }
}

const tooLarge = (holds: string) => new Problem('INVALID_INPUT', `The zip archive contains ${holds}`)
