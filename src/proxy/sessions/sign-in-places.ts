import type { QueryExecutorProvider } from 'kysely'
import { hashOf, newId } from '#platform/digest.ts'
import type { Lane } from '#platform/limits/fair-gate.ts'
import { knownPlaces } from '#platform/limits/known-places.ts'
import { knownForDays } from '#platform/limits/sign-in-budgets.ts'
import { networkOf } from '#platform/network/address.ts'
import type { CookieChanges, Cookies } from '#proxy/http/cookies.ts'
import type { Caller } from '#proxy/local-endpoints.ts'
import { type Login, loginKey } from './session.ts'

type From = Pick<Caller, 'site' | 'address' | 'cookies'>

const daySeconds = 24 * 60 * 60

export type SignInPlaces = ReturnType<typeof signInPlaces>

/** Browsers and addresses of recent sign-ins per account (decision 102). */
export function signInPlaces(database: QueryExecutorProvider) {
  const known = knownPlaces(database, 'proxy_known_place')

  return {
    /** Lane of an attempt: the browser if known for the account, otherwise the address. */
    laneOf: async (login: Login, { site, address, cookies }: From): Promise<Lane> => {
      const account = accountOf(site, login)
      const browser = browserIn(cookies)
      if (browser && (await known.has(account, browser))) return { place: browser, isKnown: true }
      const place = `address:${networkOf(address)}`
      return { place, isKnown: await known.has(account, place) }
    },

    /** Called after a complete sign-in; returns the browser cookie. */
    remember: async (login: Login, { site, address, cookies }: From): Promise<CookieChanges['browser']> => {
      const account = accountOf(site, login)
      const value = browserIn(cookies) ? (cookies.browser ?? newId()) : newId()
      await known.add(account, `address:${networkOf(address)}`, knownForDays.address)
      await known.add(account, browserOf(value), knownForDays.browser)
      return { value, maxAgeSeconds: knownForDays.browser * daySeconds }
    },
  }
}

const accountOf = ({ name }: From['site'], login: Login) => `${name} ${loginKey(login)}`
const browserOf = (value: string) => `browser:${hashOf(value)}`
const browserIn = ({ browser }: Cookies) => (browser && /^[\w-]{43}$/.test(browser) ? browserOf(browser) : undefined)
