import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { isDeep } from '../support/runs.ts'

export interface CorpusFile {
  name: string
  bytes: Buffer
}

// Collections of hostile and odd files of other projects, too large for this repository.
const archive = process.env.TRIPTYCH_CORPORA ?? '../shared/design/corpora.tar.xz'

/** All files in a folder of the collections; none where the archive is not at hand. */
export function corpus(folder: string): CorpusFile[] {
  if (!existsSync(archive)) return []
  const target = mkdtempSync(join(tmpdir(), 'corpora-'))
  try {
    const { status, stderr } = spawnSync('tar', ['-xJf', archive, '-C', target, `./${folder}`], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    const paths = readdirSync(target, { recursive: true, encoding: 'utf8' }).map((name) => join(target, name))
    return paths
      .filter((path) => statSync(path).isFile())
      .map((path) => ({ name: relative(join(target, folder), path), bytes: readFileSync(path) }))
  } finally {
    rmSync(target, { recursive: true })
  }
}

/** Each file in `npm run test:deep`, else one of so many. */
export const every = <T>(step: number, files: readonly T[]): T[] => files.filter((_, at) => isDeep || at % step === 0)
