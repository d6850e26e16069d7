import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

export const jobRoutes: RouteObject = {
  path: paths.jobs,
  handle: { crumb: 'Jobs' },
  children: [
    { index: true, lazy: () => import('./Jobs.tsx') },
    {
      path: paths.schedules,
      handle: { crumb: 'Schedules' },
      children: [
        { index: true, lazy: () => import('./schedules/Schedules.tsx') },
        {
          path: paths.newSchedule,
          handle: { crumb: 'New schedule' },
          lazy: () => import('./schedules/NewSchedule.tsx'),
        },
        { path: ':id', lazy: () => import('./schedules/Schedule.tsx') },
      ],
    },
    { path: paths.approvals, handle: { crumb: 'Approvals' }, lazy: () => import('./approvals/Approvals.tsx') },
    { path: ':id', lazy: () => import('./job/Job.tsx') },
  ],
}
