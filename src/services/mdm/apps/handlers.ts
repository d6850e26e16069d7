import type { Kysely } from 'kysely'
import { type App, type appRows, listAppLabels, listApps } from '#contract/mdm/apps.ts'
import { Problem } from '#contract/problem.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { fold } from '#services/lists/fold.ts'
import { pageOf } from '#services/mdm/list-call.ts'
import { takeFile } from '#services/mdm/files/handlers.ts'
import type { PageTokens } from '#services/mdm/page-token.ts'
import { asChange } from '#services/mdm/resources/change.ts'
import { countResources } from '#services/mdm/resources/counts.ts'
import { appDescription } from '#services/mdm/resources/descriptions.ts'
import { refuseDistributed } from '#services/mdm/resources/distribution.ts'
import { resourcePages } from '#services/mdm/resources/resource-pages.ts'
import {
  addResource,
  newId,
  removeResource,
  requireResource,
  saveResource,
} from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Handlers } from '#services/router.ts'
import { checkUpload, refused } from './check-upload.ts'
import { deviceAppHandlers } from './device-handlers.ts'

const maxLabels = 50

/** Store and enterprise apps. */
export function appHandlers(db: Kysely<DeviceTables>, tokens: PageTokens): Handlers<typeof appRows> {
  const pages = resourcePages(db, tokens)

  const withCounts = async (apps: readonly { pk: number; content: object }[]): Promise<App[]> => {
    const keys = apps.map(({ pk }) => pk)
    const counts = await countResources(db, keys, ['devices', 'groups', 'installed'])
    return apps.map(({ pk, content }) => {
      const { devices, groups, installed } = counts.get(pk) ?? {}
      return { ...content, device_count: devices, group_count: groups, installed_count: installed }
    })
  }
  const whole = async (id: string): Promise<App> =>
    (await withCounts([await requireResource<App>(db, 'app', id)]))[0] ?? {}

  return {
    listApps: (input, call) => pages({ endpoint: listApps, kind: 'app', input, call }, withCounts),
    getApp: ({ app_id }) => whole(app_id),

    createApp: async ({ app_file, icon_file, ...fields }) => {
      checkUpload({ app_type: fields.app_type, app_file, icon_file })
      const now = Date.now()
      const app = { ...fields, app_id: newId('app'), release_labels: [], added_time: now, modified_time: now }
      await asChange(db, async (transaction, changed) => {
        const file = app_file === undefined ? {} : await takeFile(transaction, app_file)
        if (!file) throw refused('APP0001', 'app_file', 'no file with this file_id waits to be used')
        await addResource(transaction, 'app', appDescription({ ...app, ...file }), changed)
      })
      return whole(app.app_id)
    },

    deleteApp: ({ app_id }) =>
      asChange(db, async (transaction) => {
        const app = await requireResource<App>(transaction, 'app', app_id)
        await refuseDistributed(transaction, 'app', app)
        await removeResource(transaction, app.pk)
        return {}
      }),

    listAppLabels: async (input, call) => {
      const { content } = await requireResource<App>(db, 'app', input.app_id)
      return pageOf({ endpoint: listAppLabels, input, call, tokens }, content.release_labels ?? [])
    },

    addAppLabel: ({ app_id, release_label_name }) =>
      asChange(db, async (transaction, changed) => {
        const { content } = await requireResource<App>(transaction, 'app', app_id)
        const labels = content.release_labels ?? []
        if (labels.some(({ release_label_name: name }) => fold(name ?? '') === fold(release_label_name))) {
          throw new Problem('COM0010', `The app ${app_id} already has the release label ${release_label_name}`)
        }
        if (labels.length >= maxLabels) {
          throw new Problem('COM0015', `The app ${app_id} has ${maxLabels} release labels, the maximum`)
        }
        const label = { release_label_id: newLabelId(), release_label_name }
        const app = { ...content, release_labels: [...labels, label], modified_time: Date.now() }
        await saveResource(transaction, 'app', appDescription(app), changed)
        return label
      }),

    ...deviceAppHandlers(db, tokens),
  }
}

const newLabelId = () => idOf('releaseLabel', Number(newId('app').slice(6)) % 10_000_000_000)
