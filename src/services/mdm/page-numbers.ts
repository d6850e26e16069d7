import type { Endpoint } from '#contract/endpoint.ts'
import { partsOf } from '#contract/http/target.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { maxOffset, pageLimit, paging } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import type { Route } from '#services/router.ts'

/** Also accepts page and pagelimit, as in desktop-management, in place of limit and offset. */
export function withPageNumbers(route: Route): Route {
  const { endpoint } = route
  if (!Object.keys(paging).every((name) => takes(endpoint, name))) return route
  return {
    ...route,
    answer: (request, call) => {
      if (!takes(endpoint, deltaToken)) refuseDelta(request)
      return route.answer(byOffset(request), call)
    },
  }
}

const takes = ({ input }: Endpoint, name: string) => 'shape' in input && Object.hasOwn(input.shape as object, name)

/** Lists without delta tokens refuse them, so that the whole list is not mistaken for the changes. */
function refuseDelta({ target }: WireRequest) {
  if (!new URLSearchParams(partsOf(target).search).has(deltaToken)) return
  throw new Problem('COM0021', `${deltaToken}: this list does not support delta tokens`, { field: deltaToken })
}

const deltaToken = 'delta-token'

function byOffset(request: WireRequest): WireRequest {
  const { path, search } = partsOf(request.target)
  const query = new URLSearchParams(search)
  if (!query.has('page') && !query.has('pagelimit')) return request
  if (query.has('pagelimit')) {
    refuseBeside(query, 'pagelimit', ['limit'])
    query.set('limit', String(numberIn(query, 'pagelimit', 1, pageLimit.max)))
  }
  if (query.has('page')) {
    refuseBeside(query, 'page', ['offset', 'skip-token'])
    const limit = query.has('limit') ? numberIn(query, 'limit', 1, pageLimit.max) : pageLimit.default
    query.set('offset', String(limit * numberIn(query, 'page', 0, Math.floor(maxOffset / limit))))
  }
  query.delete('pagelimit')
  query.delete('page')
  return { ...request, target: `${path}?${query}` }
}

function refuseBeside(query: URLSearchParams, name: string, others: readonly string[]) {
  const other = others.find((one) => query.has(one))
  if (other !== undefined) throw wrong(other, `does not go with ${name}`)
}

function numberIn(query: URLSearchParams, name: string, min: number, max: number): number {
  const [text = '', second] = query.getAll(name)
  if (second !== undefined) throw wrong(name, 'is given twice')
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw wrong(name, `must be a whole number from ${min} to ${max}`)
}

const wrong = (field: string, why: string) => new Problem('COM0003', `${field}: ${why}`, { field })
