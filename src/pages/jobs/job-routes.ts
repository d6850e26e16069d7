import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

export const jobRoutes: RouteObject = {
  path: paths.jobs,
  handle: { crumb: 'Jobs' },
  children: [
    { index: true, lazy: () => import('./Jobs.tsx') },
    { path: ':id', lazy: () => import('./job/Job.tsx') },
  ],
}
