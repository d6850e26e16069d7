import { Page } from '#ui/Page.tsx'

export function Component() {
  return <Page title="Requests">{null}</Page>
}
