import type { Page } from '@playwright/test'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { fromResponse, toWireInput } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'

/** What the server of the page says itself, whatever the page shows; also before there is one. */
export async function ask<R extends Endpoint>(page: Page, endpoint: R, input: Input<R>): Promise<Output<R>> {
  const here = page.url().startsWith('http') ? new URL(addressOf(endpoint), page.url()).href : addressOf(endpoint)
  const answer = await page.request.post(here, {
    headers: { 'content-type': 'application/json', [csrfHeader]: '1' },
    data: stringifyJson(toWireInput(endpoint, input)),
  })
  return fromResponse(endpoint, { status: answer.status(), headers: {}, body: await answer.text() })
}
