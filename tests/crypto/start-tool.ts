import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'

/** A program that runs beside the test, at the longest until the test ends. */
export function startTool(program: string, args: string[], cwd?: string): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { cwd })
  child.stderr.resume() // a full pipe would stop it
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
