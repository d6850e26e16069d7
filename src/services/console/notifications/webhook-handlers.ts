import { randomBytes, randomUUID } from 'node:crypto'
import { maxWebhooks, type webhooks } from '#contract/console/webhooks.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import { webhookTest } from './webhook-message.ts'
import type { WebhookStore } from './webhook-store.ts'
import type { PostWebhook } from './webhook-poster.ts'

type Parts = { store: WebhookStore; post: PostWebhook; wake: () => void; clock: () => number }

/** 192 bits, as recommended by Standard Webhooks. */
const secretBytes = 24

export function webhookHandlers({ store, post, wake, clock }: Parts): Pick<ConsoleHandlers, keyof typeof webhooks> {
  return {
    listWebhooks: async (_, { site }) => ({ rows: await store.list(site.name) }),

    addWebhook: async (given, { site, person }) => {
      const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
      const id = await store.add(site.name, person?.name ?? '', { ...given, secret })
      if (id === undefined) {
        throw new Problem('INVALID_INPUT', `name: There are ${maxWebhooks} webhooks already. Remove one first.`, {
          service: 'console',
          field: 'name',
        })
      }
      wake()
      return { id, ...(given.form === 'standard' && { secret }) }
    },

    changeWebhook: async ({ webhook, ...given }, { site, person }) => {
      if (!(await store.change(site.name, person?.name ?? '', webhook, given))) throw gone()
      return {}
    },

    removeWebhook: async ({ webhook }, { site }) => {
      if (!(await store.remove(site.name, webhook))) throw gone()
      return {}
    },

    testWebhook: async ({ webhook }, { site }) => {
      const target = await store.targetOf(site.name, webhook)
      if (!target) throw gone()
      const message = { id: `test_${randomUUID()}`, content: webhookTest(target.form, site.title, clock()) }
      const posted = await post(target, message)
      if (posted.outcome !== 'sent') throw new Problem('UNREACHABLE', posted.why, { service: 'console' })
      return {}
    },
  }
}

const gone = () => new Problem('INVALID_INPUT', 'webhook: It was removed', { service: 'console', field: 'webhook' })
