import type { JobOrder } from '#components/jobs/start-job.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerAction } from '#contract/desktop/status.ts'
import { given, idOf, nameOf } from '#pages/desktops/computer-facts.ts'
import { factsOf, computerCount, type Plan } from './agent-plan.ts'

/** Creates a job for an action; computers that cannot run it are skipped with a reason. */
export function jobFor(action: ComputerAction, { able, unable, missing }: Plan): JobOrder {
  const { endpoint, orders } = factsOf[action]
  const gone = missing.map((id) => ({ subject: id, label: id, skip: 'The server no longer lists this computer' }))
  return {
    endpoint,
    title: `${orders} ${computerCount(able.length)}`,
    input: {},
    items: [...able.map(itemOf), ...unable.map(({ computer, why }) => ({ ...itemOf(computer), skip: why })), ...gone],
  }
}

const itemOf = (computer: Computer) => ({
  subject: idOf(computer),
  label: nameOf(computer).slice(0, 300),
  detail: [given(computer.domain_netbios_name), given(computer.os_name)].filter(Boolean).join(', ').slice(0, 300),
})
