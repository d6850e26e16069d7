/** A file of a zip archive. This module is loaded on demand because of its library. */
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { Problem } from '#contract/problem.ts'

type ArchivedFile = { name: string; bytes: Uint8Array }

/** Limits for archives of CA certificates, which are few and small. */
const maxFiles = 200
const maxBytes = 4 * 1024 * 1024

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** Extracts a zip archive. Throws before extraction if it has too many files or its extracted size is too large. */
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
