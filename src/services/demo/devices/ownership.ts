import type { Device } from '#contract/mdm/devices.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { company } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import { day, hour, minute } from '#services/demo/time.ts'
import { administrators } from './accounts.ts'
import type { Unit } from './unit.ts'

const descriptions = [
  'Standard issue',
  'Loan device, return to the front desk',
  'Replaced after a broken screen',
  'Demonstration device for fairs and visitors',
  'Warehouse floor, hall 2 – keep charged',
  'On-call phone of the night shift',
]

export function ownerOf({ index, person, office, corporate }: Unit): Device {
  const dice = new Dice('owner', index)
  const user = person && { user_id: person.id, user_name: person.name, user_email: person.email }
  return {
    owned_by: corporate ? 1 : 2,
    asset_owner: corporate ? company : person?.name,
    asset_tag: corporate ? `HV-${office.code}-${String(index).padStart(6, '0')}` : undefined,
    description: corporate ? dice.pick(descriptions) : undefined,
    office: office.name,
    ...user,
    user: user && { ...user },
    invite_user: dice.chance(0.8),
    notify_user_via_email: dice.chance(0.5),
  }
}

const purchaseTypes = ['Purchase', 'Lease 36 months', 'Refurbished', 'Donation']
const warrantyTypes = ['Manufacturer', 'Extended, next business day', 'Accidental damage', 'None']

/** Warranties that have expired, expire soon or run for years; none for personal devices. */
export function purchaseOf({ index, corporate, addedAt, now }: Unit): Device {
  if (!corporate) return {}
  const dice = new Dice('purchase', index)
  const bought = addedAt - dice.between(3, 60) * day
  const warrantyEnds = dice.chance(0.1)
    ? now + dice.between(1, 45) * day
    : bought + dice.pick([365, 730, 1095, 1825]) * day
  return {
    purchase_date: bought,
    purchase_order_number: `PO-${dice.digits(7)}`,
    purchase_price: `${dice.between(99, 2400)}.${dice.digits(2)} ${dice.pick(['EUR', 'USD', 'JPY', 'BRL'])}`,
    purchase_type: dice.pick(purchaseTypes),
    warranty_expiration_date: warrantyEnds,
    warranty_number: `W${dice.digits(9)}`,
    warranty_type: dice.pick(warrantyTypes),
  }
}

export function administrationOf({ index, status, addedAt, contactedAt }: Unit): Device {
  const dice = new Dice('administration', index)
  const creator = dice.pick(administrators)
  const remark = remarkOf[status]
  return {
    created_user: creator.name,
    created_time: addedAt,
    last_modified_user: dice.pick(administrators).name,
    last_modified_time: Math.max(addedAt + hour, contactedAt - dice.between(1, 300) * minute),
    addedby: creator.name,
    scope: dice.chance(0.2) ? 1 : 0,
    export_batch_id: idOf('exportBatch', Math.floor(index / 100)),
    remark,
    localized_remark: remark,
    localized_remarks: remark,
  }
}

const remarkOf = {
  0: 'Enrollment failed: the token was used on another device',
  1: 'The invitation was sent; the device has not answered yet',
  2: 'Enrolled',
  3: 'The user asked to enroll; an administrator has to approve',
  4: 'The management profile was removed on the device',
  5: 'Enrolled without a user; assign one to finish',
} as const
