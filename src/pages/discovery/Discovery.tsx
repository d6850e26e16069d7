import { Page } from '#ui/Page.tsx'

export function Component() {
  return <Page title="Discovery">{null}</Page>
}
