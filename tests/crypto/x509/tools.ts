import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

interface Outcome {
  ok: boolean
  /** What it wrote to both of its outputs. */
  text: string
  /** A file that it wrote. */
  file: (name: string) => Uint8Array<ArrayBuffer>
}

/** Whether a program is there to be asked for a second opinion. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--help']).error === undefined

/** Runs a tool in a folder of its own that holds these files. */
export function ask(program: string, args: string[], files: Record<string, Uint8Array | string> = {}): Outcome {
  const cwd = mkdtempSync(join(tmpdir(), 'triptych-tool-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env: toolEnvironment })
  const file = (name: string) => Uint8Array.from(readFileSync(join(cwd, name)))
  return { ok: status === 0, text: `${stdout}${stderr}`, file }
}

const toolEnvironment = { ...process.env, LC_ALL: 'C.UTF-8' }
