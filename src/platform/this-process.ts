import { readFileSync, readlinkSync } from 'node:fs'

const field = (read: () => string) => {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Processes can be checked only within the same boot and container. */
const machine = field(
  () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`,
)

/** Start time of a process in clock ticks since boot (proc(5), stat, field 22), since process IDs are reused. */
const startOf = (pid: number | string) =>
  field(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '')

/** Identifies this process among all that use the database. */
export const thisProcess = `${machine} ${process.pid} ${startOf('self')}`

/** Whether the named process has ended, as far as this machine can determine. */
export function hasEnded(name: string): boolean {
  if (machine === '' || !name.startsWith(`${machine} `)) return false
  const [pid = '', start = ''] = name.slice(machine.length + 1).split(' ')
  return start !== '' && startOf(pid) !== start
}
