import type { Device } from '#contract/mdm/devices.ts'
import { company } from '#services/demo/people/offices.ts'
import { Dice } from '#services/demo/random.ts'
import { type Moment, day } from '#services/demo/time.ts'
import type { Unit } from './unit.ts'

type Certificate = NonNullable<Device['managedcertificates']>[number]

const algorithms = [
  ['sha256WithRSAEncryption', '1.2.840.113549.1.1.11'],
  ['sha256WithRSAEncryption', '1.2.840.113549.1.1.11'],
  ['sha384WithRSAEncryption', '1.2.840.113549.1.1.12'],
  ['ecdsa-with-SHA256', '1.2.840.10045.4.3.2'],
  ['ecdsa-with-SHA256', '1.2.840.10045.4.3.2'],
  ['sha1WithRSAEncryption', '1.2.840.113549.1.1.5'],
  ['md5WithRSAEncryption', '1.2.840.113549.1.1.4'],
] as const

const issuers = {
  company: `CN=${company} Device CA,O=${company}`,
  root: `CN=${company} Root CA,O=${company}`,
}

/** Managed certificates of device and user; every device has the first. */
const managedKinds = [
  { name: 'Wi-Fi identity', issuer: issuers.company, identity: true },
  { name: `${company} Device CA`, issuer: issuers.root, identity: false },
  { name: 'VPN identity', issuer: issuers.company, identity: true },
] as const

/** Certificates from users and carriers. */
const unmanagedKinds = [
  { name: 'Home lab root', subject: 'CN=Home lab root', issuer: 'CN=Home lab root', identity: false },
  {
    name: 'Old mail gateway',
    subject: 'CN=mail.old.example,O=Vale Ltd',
    issuer: 'CN=Vale Ltd CA 2009',
    identity: false,
  },
  { name: 'Proxy débogage', subject: 'CN=Proxy débogage,C=FR', issuer: 'CN=Proxy débogage,C=FR', identity: false },
  { name: 'Membership card', subject: 'CN=Member 0071,O=Chess club', issuer: 'CN=Chess club CA', identity: true },
] as const

/** Expired, about to expire, or valid for years. */
const daysLeft = (dice: Dice) =>
  dice.chance(0.12) ? -dice.between(1, 700) : dice.chance(0.15) ? dice.between(0, 29) : dice.between(31, 3400)

/** Decimal and hexadecimal numbers, with and without leading zeros. */
function serialOf(dice: Dice): string {
  const form = dice.between(0, 3)
  if (form === 0) return dice.digits(9)
  if (form === 1) return `00${dice.hex(14)}`
  return form === 2 ? dice.hex(32).toUpperCase() : `0${dice.digits(11)}`
}

type Kind = { name: string; subject: string; issuer: string; identity: boolean }

/** Identity certificates are individual; others are one of three generations shared by all devices. */
function certificateOf({ name, subject, issuer, identity }: Kind, now: Moment, own: Dice): Certificate {
  const dice = identity ? own : new Dice(name, own.between(0, 2))
  const [algorithm, oid] = dice.pick(algorithms)
  return {
    certificatename: name,
    certificatesubjectname: subject,
    certificateissuername: issuer,
    serialnumber: serialOf(dice),
    // All values except isidentity are strings (mobile-device-management, Certificates).
    certificateexpiry: String(now + daysLeft(dice) * day),
    isidentity: identity,
    signaturealgorithmname: algorithm,
    signaturealgorithmoid: oid,
  }
}

/** Both lists are in `certificates` and at the top level; each may lack some fields. */
export function certificatesOf(unit: Unit): Device {
  const dice = new Dice('certificates', unit.index)
  const owner = `CN=${unit.person?.email ?? unit.serial},OU=Devices,O=${company}`
  const managed = managedKinds.slice(0, unit.detailed ? 3 : 1).map((kind) => {
    const subject = kind.identity ? owner : `CN=${kind.name},O=${company}`
    return certificateOf({ ...kind, subject }, unit.now, dice)
  })
  const others = unit.detailed ? dice.between(1, 2) : dice.between(0, 1)
  const first = dice.between(0, unmanagedKinds.length - 1)
  const unmanaged = [...unmanagedKinds, ...unmanagedKinds]
    .slice(first, first + others)
    .map((kind) => certificateOf(kind, unit.now, dice))
  return {
    certificates: {
      managedcertificates: unit.index % 3 === 1 ? managed.slice(-1) : managed,
      unmanagedcertificates: unmanaged,
    },
    ...(unit.detailed && {
      managedcertificates: unit.index % 3 === 2 ? managed.slice(0, 2) : managed,
      unmanagedcertificates: unmanaged,
    }),
    ...managed[0],
  }
}
