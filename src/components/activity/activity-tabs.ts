import type { LinkTab } from '#ui/layout/LinkTabs.tsx'

/** The Activity tab of an object's page. */
export const activityTab = (page: string): LinkTab => ({
  label: 'Activity',
  to: `${page.replace(/\/$/, '')}/activity`,
})

/** Tabs of an object with a single overview page. */
export const overviewAndActivity = (page: string): LinkTab[] => [{ label: 'Overview', to: page }, activityTab(page)]
