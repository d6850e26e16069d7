import { Page } from '#ui/Page.tsx'

export function Component() {
  return <Page title="API keys">{null}</Page>
}
