import { Page } from '#ui/Page.tsx'

export function Component() {
  return <Page title="Desktops">{null}</Page>
}
