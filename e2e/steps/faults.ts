import type { Fault } from '../../src/services/lab/faults.ts'

const headers = { 'content-type': 'application/json' }

/** Lets a service fail until it is told otherwise. */
export const letFail = async (lab: string, fault: Fault) => {
  const { status } = await fetch(`${lab}/faults`, { method: 'POST', headers, body: JSON.stringify(fault) })
  if (status !== 201) throw new Error(`The lab answered ${status} to ${JSON.stringify(fault)}`)
}

export const letWork = (lab: string) => fetch(`${lab}/faults`, { method: 'DELETE' })
