import { readHost, readPort, type Target, targetsInList, targetsInRange, type Wrong } from './targets.ts'

export type How = 'host' | 'range' | 'list'
/** Form values, as text. */
export type DiscoveryForm = {
  how: How
  host: string
  port: string
  start: string
  end: string
  list: string
  timeout: string
}
export const emptyForm: DiscoveryForm = {
  how: 'host',
  host: '',
  port: '443',
  start: '',
  end: '',
  list: '',
  timeout: '5',
}

export type Understood = {
  targets: readonly Target[]
  errors: Partial<Record<keyof DiscoveryForm, string>>
  wrong: readonly Wrong[]
}

/** Parses the form; returns the targets, or errors by field. */
export function understood({ how, host, port, start, end, list }: DiscoveryForm): Understood {
  if (how === 'list') {
    const { targets, wrong } = targetsInList(list)
    const errors = targets.length === 0 ? { list: 'Enter one host per line' } : {}
    return { targets, errors, wrong }
  }
  const number = readPort(port)
  const portError = number === undefined ? { port: 'Enter a whole number from 1 to 65535' } : {}
  if (how === 'host') {
    const found = readHost(host.trim())
    if ('why' in found) return { targets: [], errors: { host: found.why, ...portError }, wrong: [] }
    return { targets: number ? [{ host: found.host, port: number }] : [], errors: portError, wrong: [] }
  }
  const found = targetsInRange(start.trim(), end.trim(), number ?? 0)
  if (Array.isArray(found)) return { targets: number ? found : [], errors: portError, wrong: [] }
  return { targets: [], errors: { [found.field]: found.why, ...portError }, wrong: [] }
}
