import type { OsPlatform } from '#contract/desktop/status.ts'
import { idOf } from '#services/demo/people/identifiers.ts'
import { type Product, products } from './software-catalog.ts'

/**
 * Which computers have a product is arithmetic, not stored: `(pk · factor + start) mod turns` lies in the version's
 * range. The database asks the same of its rows (`hasSoftware`), so lists and counts agree by construction.
 */
export const turns = 1009

export type SoftwareItem = {
  /** Place in the catalog. */
  number: number
  id: string
  manufacturerId: string
  product: Product
  version: string
  factor: number
  start: number
  from: number
  to: number
}

/** Half of the computers have the newest version, half of the others the one before, and so on. */
function itemsOf(product: Product, at: number): Omit<SoftwareItem, 'number' | 'id'>[] {
  const factor = 1 + ((at * 137 + 211) % (turns - 1))
  const start = (at * 389 + 17) % turns
  const all = Math.max(1, Math.round((product.share * turns) / 100))
  let from = 0
  return product.versions.map((version, place) => {
    const last = place === product.versions.length - 1
    const to = last ? all : from + Math.ceil((all - from) * 0.6)
    const item = { product, version, factor, start, from, to, manufacturerId: manufacturerIdOf(product.manufacturer) }
    from = to
    return item
  })
}

const makers = [...new Set(products.map(({ manufacturer }) => manufacturer))]
const manufacturerIdOf = (name: string) => idOf('manufacturer', makers.indexOf(name))

export const software: readonly SoftwareItem[] = products
  .flatMap(itemsOf)
  .map((item, number) => Object.assign(item, { number, id: idOf('software', number) }))

const byId = new Map(software.map((item) => [item.id, item]))
export const findSoftware = (id: string) => byId.get(id)

const has = (pk: number, { factor, start, from, to }: SoftwareItem) => {
  const turn = (pk * factor + start) % turns
  return turn >= from && turn < to
}

/** Everything that a computer, once scanned, is found to have. */
export const softwareOn = (pk: number, platform: OsPlatform): SoftwareItem[] =>
  software.filter((item) => item.product.platforms.includes(platform) && has(pk, item))

/** How many copies were bought for each hundred installed; what is not here needs no license. */
const boughtForHundred = [100, 130, 60, 104, 180, 95]
export const boughtShareOf = ({ number, product }: SoftwareItem) =>
  product.type === 1 ? (boughtForHundred[number % boughtForHundred.length] ?? 100) / 100 : undefined
/** Of some licenses the term is over. */
export const licenseExpired = ({ number }: SoftwareItem) => number % 11 === 5
