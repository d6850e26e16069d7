import type { Endpoint } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Problem } from '#contract/problem.ts'
import type { CallResult } from '#services/console/connections/health/connection-caller.ts'
import type { Finding } from '../finding.ts'
import { findingOf } from '../probe.ts'
import type { Server } from '../server.ts'
import { certificateSteps } from './certificate-steps.ts'
import { sshSteps } from './ssh-steps.ts'
import { type Made, madeFor, type Step } from './write-step.ts'

/**
 * Calls operations of key management that change something or reveal a secret, with objects that are made for it and
 * deleted again. What reaches hosts of others is called with names that do not exist: a refusal shows that it is there.
 */
export async function write(server: Server): Promise<Finding[]> {
  if (server.service !== 'keys') return []
  const made = await madeFor(server.upstream.baseUrl)
  const findings = new Map<Endpoint, Finding>()
  for (const step of [...sshSteps, ...certificateSteps]) {
    const finding = await findingFor(step, made, server)
    const before = findings.get(step.endpoint)
    if (!before || before.outcome === 'fits') findings.set(step.endpoint, finding)
  }
  return [...findings.values()]
}

async function findingFor(step: Step, made: Made, server: Server): Promise<Finding> {
  const { endpoint, mayRefuse = false, learn } = step
  const input = step.input(made)
  if (!input) return { endpoint, outcome: 'not tested', how: ['what it needs could not be made'], notes: [] }
  const asked = await server.ask(endpoint, input as JsonObject)
  learn?.(made, asked)
  if (!asked.problem || !mayRefuse || !isRefusal(asked.problem)) return findingOf(endpoint, asked)
  return refusal(endpoint, asked)
}

/** It was understood, and what it names is not there. */
const isRefusal = ({ status }: Problem) => ![401, 403, 404, 405, 501].includes(status) && status < 500

const refusal = (endpoint: Endpoint, { problem, milliseconds }: CallResult): Finding => ({
  endpoint,
  outcome: 'fits',
  how: [],
  notes: [`refused as expected: ${problem?.message ?? ''}`],
  milliseconds: Math.round(milliseconds),
})
