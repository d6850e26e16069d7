import type { Fields } from '#contract/field.ts'
import { unexpected } from '#contract/wire.ts'
import {
  type Bag,
  type FieldCard,
  type FieldItem,
  fieldsOf,
  item,
  known,
  objectNames,
  own,
} from '#pages/devices/device/record-fields.ts'
import { withoutSecrets } from '#components/devices/raw-record.ts'

type Place = { stated: Fields; bag: Bag; under: string }

/** The record and its nested objects. */
const placesIn = (record: Bag): Place[] => [
  { stated: known, bag: record, under: '' },
  ...objectNames.map((object) => ({
    stated: known[object]?.of ?? {},
    bag: fieldsOf(own(record, object)),
    under: `${object}.`,
  })),
]

/**
 * Undocumented fields are shown by wire name, because a label would suggest a known meaning. Fields named like a secret
 * remain masked.
 */
function itemAt({ under }: Place, [name, value]: [string, unknown]): FieldItem {
  const field = Object.hasOwn(known, name) ? known[name] : undefined
  const secret = field?.kind === 'secret' ? field : undefined
  return { ...item(under + name, name, secret, secret ? value : withoutSecrets(value)), label: under + name }
}

const unnamedIn = (place: Place) =>
  Object.entries(place.bag)
    .filter(([name]) => name !== unexpected && !Object.hasOwn(place.stated, name))
    .map((entry) => itemAt(place, entry))

const mistypedIn = (place: Place) =>
  Object.entries(fieldsOf(own(place.bag, unexpected))).map((entry) => itemAt(place, entry))

/** Undocumented fields, and values whose type differs from the API reference. */
export function unstatedCards(record: Bag): FieldCard[] {
  const places = placesIn(record)
  const [tables, missing] = [[], []]
  return [
    { id: 'unknown', title: 'Fields not in the reference', items: places.flatMap(unnamedIn), tables, missing },
    { id: 'unexpected', title: 'Fields with an unexpected type', items: places.flatMap(mistypedIn), tables, missing },
  ]
}
