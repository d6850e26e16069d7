import type { LinkTab } from '#ui/layout/LinkTabs.tsx'

/** Below the page of a thing. */
export const activityTab = (page: string): LinkTab => ({
  label: 'Activity',
  to: `${page.replace(/\/$/, '')}/activity`,
})

/** A page that is one panel after the other, and its activity beside it. */
export const overviewAndActivity = (page: string): LinkTab[] => [{ label: 'Overview', to: page }, activityTab(page)]
