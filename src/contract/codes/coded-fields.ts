/**
 * Fields with numeric codes and their documented meanings. Defines which codes are undocumented, and who may annotate
 * them at a site.
 */
import { legendOfField as desktopLegends } from '#contract/desktop/status.ts'
import { booleanRestriction, restrictionNames } from '#contract/mdm/restriction-names.ts'
import { meaningOf } from '#contract/mdm/restriction-legend.ts'
import { deviceGroups } from '#contract/mdm/device-fields.ts'
import { platformNumbers, profileStatus, legendOfField as deviceLegends } from '#contract/mdm/status.ts'
import { revocationLegend } from '#contract/keys/rules/revocation.ts'
import type { Fields } from '#contract/field.ts'
import { type CodePlace, type Legend, statedIn } from './legend.ts'
import { holds, type Permission } from '#contract/permission.ts'

/** Codes of the device record that the reference lists without a meaning. */
const openCodes = [
  ...[deviceGroups.privacy, deviceGroups.security, deviceGroups.container].flatMap((group: Fields) =>
    Object.keys(group).filter((name) => group[name]?.kind === 'value'),
  ),
  'owned_by',
  'scope',
  'wait',
  'profiles.status',
]

type CodedField = { legend: Legend; read: Permission; write: Permission }
const fieldsOf = (legends: Record<string, Legend>, rights: Omit<CodedField, 'legend'>) =>
  Object.entries(legends).map(([field, legend]): [string, CodedField] => [field, { legend, ...rights }])

const { status_code: scanStatus = {}, ...ofDevices } = deviceLegends
const stateNothing = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, {}]))
const computerStates = new Set(['computer_live_status', 'installation_status', 'scan_status', 'os_platform'])
const [ofComputers, ofSoftware] = [true, false].map((isState) =>
  Object.fromEntries(Object.entries(desktopLegends).filter(([field]) => computerStates.has(field) === isState)),
)

/** `status_code` of a scan. For other commands, it has no documented meaning. */
export const scanCode = 'scan.status_code'
const deviceCodes = new Set([...openCodes, ...Object.keys(deviceLegends), scanCode])

const codedFields = new Map([
  ...fieldsOf(stateNothing(restrictionNames), { read: 'MDM_Read', write: 'MDM_Admin' }),
  ...fieldsOf(
    {
      ...stateNothing(openCodes),
      ...ofDevices,
      [scanCode]: scanStatus,
      status_code: {},
      profile_status_id: profileStatus,
      platform_type: platformNumbers,
    },
    { read: 'MDM_Read', write: 'MDM_Admin' },
  ),
  ...fieldsOf({ ...ofComputers, error_code: {} }, { read: 'SOM_Read', write: 'SOM_Admin' }),
  ...fieldsOf({ ...ofSoftware }, { read: 'Inventory_Read', write: 'Inventory_Admin' }),
  ...fieldsOf({ revoke_reason: revocationLegend }, { read: 'KeyManagement_Read', write: 'KeyManagement_Admin' }),
])
export const codedFieldNames = [...codedFields.keys()] as [string, ...string[]]

/** Fields of the device record with a code. Fields of the same name in other records are not included. */
export const isDeviceCode = (field: string): boolean => deviceCodes.has(field)
const isRestriction = new Set<string>(restrictionNames)
const booleans: Record<string, boolean> = { true: true, false: false }
const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

/** Documented meaning of a displayed value, if any. */
export function statedMeaning({ field, value }: CodePlace): string | undefined {
  if (!isRestriction.has(field)) return statedIn(codedFields.get(field)?.legend ?? {}, value)
  const { effect, text } = meaningOf(field, field === booleanRestriction ? (booleans[value] ?? value) : value)
  return effect === 'undefined' ? undefined : text
}

/** The values of a field with a documented meaning; undefined for restrictions, where the words of a value decide. */
export const statedCodes = (field: string): readonly string[] | undefined =>
  isRestriction.has(field) ? undefined : Object.keys(codedFields.get(field)?.legend ?? {})

/** Of a value with a note. */
export const longestValue = 50

/** Whether a value can be annotated: an undocumented code, not a text from the server. */
export const takesNote = (place: CodePlace): boolean =>
  codedFields.has(place.field) &&
  (isRestriction.has(place.field) ? place.value !== '' : isNumber(place.value)) &&
  place.value.length <= longestValue &&
  statedMeaning(place) === undefined

/** Permission required to annotate values of a field: administration of its service. */
export const noteWriter = (field: string): Permission | undefined => codedFields.get(field)?.write
export const readsField = (permissions: readonly string[], field: string): boolean => {
  const { read } = codedFields.get(field) ?? {}
  return read !== undefined && holds(permissions, read)
}
