// The steps of the image as its Dockerfile states them, done in a folder: there is no engine here that could build it.
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

export type Step = { instruction: string; text: string }
export type Stage = { name: string; steps: Step[] }

export async function readStages(file: string): Promise<Stage[]> {
  const lines = (await readFile(file, 'utf8')).replaceAll('\\\n', ' ').split('\n')
  const stages: Stage[] = []
  for (const line of lines.filter((one) => /^[A-Z]+ /.test(one))) {
    const [, instruction = '', text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') stages.push({ name: / AS (\S+)$/.exec(text)?.[1] ?? 'final', steps: [] })
    else stages.at(-1)?.steps.push({ instruction, text })
  }
  return stages
}

/** The words of a COPY: where from (another stage, or the checkout), what, and where to. */
export function copyOf(text: string) {
  const words = text.split(/\s+/)
  const from = words.filter((word) => word.startsWith('--from=')).map((word) => word.slice('--from='.length))
  const paths = words.filter((word) => !word.startsWith('--'))
  return { from: from[0], sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

export const last = ({ steps }: Stage, instruction: string) =>
  steps.findLast((step) => step.instruction === instruction)?.text ?? ''

/** `ENV a=b c=d` */
export const environmentOf = ({ steps }: Stage): Record<string, string> =>
  Object.fromEntries(
    steps
      .filter(({ instruction }) => instruction === 'ENV')
      .flatMap(({ text }) => text.split(/\s+/))
      .map((pair) => pair.split('=', 2) as [string, string]),
  )

/** The JSON form of CMD, also within HEALTHCHECK. */
export const commandOf = (text: string) => JSON.parse(/\[.*\]$/.exec(text)?.[0] ?? '[]') as string[]

type Walk = {
  /** The folder of each stage, in place of /app. */
  folderOf: (stage: string) => string
  checkout: string
  /** Instead of what a COPY takes from another stage. */
  instead?: Record<string, string>
  /** Commands are run, too. */
  runs?: boolean
}

/** COPY and RUN of one stage. A command that is for the image's root file system (/data) is left out. */
export async function walk({ name, steps }: Stage, { folderOf, checkout, instead = {}, runs = false }: Walk) {
  const folder = folderOf(name)
  await mkdir(folder, { recursive: true })
  for (const { instruction, text } of steps) {
    if (instruction === 'RUN' && runs && !text.includes('/data')) {
      await promisify(execFile)('sh', ['-c', text], {
        cwd: folder,
        env: plainEnvironment(),
        maxBuffer: 64 * 1024 * 1024,
      })
    }
    if (instruction !== 'COPY') continue
    const { from, sources, target } = copyOf(text)
    for (const source of sources) {
      const found = instead[source] ?? (from ? source.replace('/app', folderOf(from)) : join(checkout, source))
      const place = target === './' ? join(folder, basename(source)) : join(folder, target)
      await cp(found, place, { recursive: true, verbatimSymlinks: true })
    }
  }
  return folder
}

/** A test run's own variables would make the build one for tests. */
const plainEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_|TRIPTYCH_|TEST$)/.test(name)))
