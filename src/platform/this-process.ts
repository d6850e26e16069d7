import { readFileSync, readlinkSync } from 'node:fs'

const field = (read: () => string) => {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Processes can be looked up only where they share a kernel since its start, and a container. */
const machine = field(
  () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`,
)

/** When a process started, in ticks since the kernel did (proc(5), stat, field 22): numbers of processes are used again. */
const startOf = (pid: number | string) =>
  field(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '')

/** Names this process among all that work on one database. */
export const thisProcess = `${machine} ${process.pid} ${startOf('self')}`

/** That the process of this name has ended, as far as it can be seen from here. */
export function hasEnded(name: string): boolean {
  if (machine === '' || !name.startsWith(`${machine} `)) return false
  const [pid = '', start = ''] = name.slice(machine.length + 1).split(' ')
  return start !== '' && startOf(pid) !== start
}
