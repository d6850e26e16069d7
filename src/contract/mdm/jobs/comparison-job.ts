/** Comparison of a device with others: each is read, and its restriction settings are compared. */
import type { ItemOutcome } from '#contract/endpoint.ts'
import { composite } from '#contract/jobs/composite.ts'
import { isJsonObject } from '#contract/json.ts'
import { type Device, getDevice } from '#contract/mdm/devices.ts'
import { differingSettings, reportedSettings } from '#contract/mdm/rules/restriction-settings.ts'
import { counted } from '#contract/words/counted.ts'
import { labelOf } from '#contract/words/label.ts'

/** Settings that a result names; the page of the comparison lists all. */
const maxNamed = 10

/** The common input holds the settings of the device that the others are compared with. */
export const compareDevice = composite({
  id: 'mdm.compareDevice',
  permission: getDevice.permission,
  job: {
    kind: 'device-comparison',
    steps: [
      {
        endpoint: getDevice,
        input: ({ device_id = '' }) => ({ device_id }),
        answered: (device: Device, { reference }): ItemOutcome => {
          const settings = reportedSettings(device)
          if (Object.keys(settings).length === 0) return { outcome: 'unknown', remark: 'No restrictions reported' }
          const differing = differingSettings(isJsonObject(reference) ? reference : {}, settings)
          if (differing.length === 0) return { outcome: 'done', remark: 'No differences' }
          const count = counted(differing.length, 'difference', 'differences')
          const names = differing.slice(0, maxNamed).map(labelOf)
          const left = differing.length - names.length
          return { outcome: 'failed', remark: `${count}: ${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}` }
        },
      },
    ],
  },
})
