import { Dice } from '#services/demo/random.ts'
import { idOrShort } from './identifiers.ts'
import { type Name, cultures } from './names.ts'
import { domain, offices, type Office } from './offices.ts'

export type Person = { id: string; name: string; email: string; office: Office }

/** Fourteen devices belong to ten people: most have one, some also a tablet or laptop. */
const ownersOfFourteen = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 2, 2, 5]

export const personOfDevice = (index: number): number =>
  Math.floor(index / ownersOfFourteen.length) * 10 + (ownersOfFourteen[index % ownersOfFourteen.length] ?? 0)

const officeByCode = new Map(offices.map((office) => [office.code, office]))

/** Person by number. Names repeat after some thousand people, email addresses never. */
export function personAt(number: number): Person {
  const culture = cultures[number % cultures.length] as (typeof cultures)[number]
  const turn = Math.floor(number / cultures.length)
  const { length } = culture.given
  const given = culture.given[turn % length] as Name
  const family = culture.family[(Math.floor(turn / length) + turn) % length] as Name
  const round = Math.floor(turn / length ** 2)
  const dice = new Dice('person', number)
  const office = (dice.chance(0.75) ? officeByCode.get(culture.office) : undefined) ?? dice.pick(offices)
  const parts = number % 97 === 41 ? longName(given, family, culture.family, turn) : { given, family }
  const address = `${parts.given.latin}.${parts.family.latin}${round === 0 ? '' : round + 1}@${domain}`
  const inOrder = culture.familyFirst ? [parts.family, parts.given] : [parts.given, parts.family]
  return { id: idOrShort('user', number), name: inOrder.map(({ shown }) => shown).join(' '), email: address, office }
}

/** A few people have very long names. */
function longName(given: Name, family: Name, families: readonly Name[], turn: number) {
  const more = [3, 5, 7, 11].map((step) => families[(turn + step) % families.length] as Name)
  const all = [family, ...more]
  return {
    given,
    family: { shown: all.map(({ shown }) => shown).join('-'), latin: all.map(({ latin }) => latin).join('-') },
  }
}
