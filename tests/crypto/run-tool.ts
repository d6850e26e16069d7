import { spawnSync } from 'node:child_process'

/** Whether a program is there to be asked for a second opinion. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

/** What a program writes to its output. When it fails, what it writes to its error output is thrown. */
export function run(program: string, args: string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(stderr)
  return stdout.trim()
}
