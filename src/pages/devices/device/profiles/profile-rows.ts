import { labelOf } from '#contract/words/label.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { configurationProfileFields, payloadContentFields } from '#contract/mdm/payload-fields.ts'
import { type Bag, columnsOf, fieldsOf, type FieldTable } from '#pages/devices/device/record-fields.ts'
import { textOf } from '#contract/words/value-text.ts'

/** Placeholder that servers send for a missing id. */
const noId = 'unknown-udid'

export type PayloadFact = { name: string; label: string; text: string; raw: string }
export type PayloadCard = {
  id: string
  title: string
  facts: PayloadFact[]
  flags: PayloadFlag[]
  contents: FieldTable
}
export type PayloadFlag = { name: string; label: string; value: boolean | undefined }

const { payloadcontent: _, ...single } = configurationProfileFields
const flagLabels = {
  payload_has_rem_password: 'Removal needs a password',
  payload_is_encrypted: 'Encrypted',
  payload_unremovable: 'Cannot be removed by the user',
} as const
const isFlag = (name: string): name is keyof typeof flagLabels => Object.hasOwn(flagLabels, name)

function cardOf(profile: Bag, title: string, id: string): PayloadCard {
  const contents = (Array.isArray(profile.payloadcontent) ? profile.payloadcontent : []).map(fieldsOf)
  return {
    id,
    title,
    facts: Object.keys(single)
      .filter((name) => !isFlag(name))
      .map((name) => factOf(name, textOf(profile[name]))),
    flags: Object.entries(flagLabels).map(([name, label]) => {
      const value = profile[name]
      return { name, label, value: typeof value === 'boolean' ? value : undefined }
    }),
    contents: {
      path: 'payloadcontent',
      label: 'Payloads',
      fields: columnsOf(payloadContentFields, contents),
      rows: contents,
    },
  }
}

const factOf = (name: string, raw: string): PayloadFact => ({
  name,
  label: labelOf(name),
  raw,
  text: raw === noId ? 'Unavailable' : raw,
})

/** One card for each configuration profile on the device. */
export const payloadCards = (profiles: readonly object[]): PayloadCard[] =>
  profiles.map((profile, index) => {
    const bag = profile as Bag
    const title =
      textOf(bag.payload_display_name) || textOf(bag.payload_identifier) || `Configuration profile ${index + 1}`
    return cardOf(bag, title, `${index}`)
  })

/** The same fields can also occur at the top level of the record, outside of a list. */
export function topLevelPayload(device: Device): PayloadCard | undefined {
  const bag = device as Bag
  const says = Object.keys(configurationProfileFields).some((name) => bag[name] !== undefined)
  return says ? cardOf(bag, 'Payload of the device record', 'record') : undefined
}

/** The card with identical content: the top level of a record can repeat an item of the list. */
export const sameCard = (wanted: PayloadCard, cards: readonly PayloadCard[]): PayloadCard | undefined => {
  const said = ({ facts, flags, contents }: PayloadCard) => JSON.stringify([facts, flags, contents.rows])
  return cards.find((card) => said(card) === said(wanted))
}
