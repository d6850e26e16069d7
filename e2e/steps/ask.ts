import type { Page } from '@playwright/test'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { fromResponse, toWireInput } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'

/** What the server says itself, whatever the page shows. */
export async function ask<R extends Endpoint>(page: Page, endpoint: R, input: Input<R>): Promise<Output<R>> {
  const [status, body] = await page.evaluate(
    async ([address, header, body]) => {
      const headers = { 'content-type': 'application/json', [header]: '1' }
      const response = await fetch(address, { method: 'POST', headers, body })
      return [response.status, await response.text()] as const
    },
    [addressOf(endpoint), csrfHeader, stringifyJson(toWireInput(endpoint, input))] as const,
  )
  return fromResponse(endpoint, { status, headers: {}, body })
}
