export const certificateNouns = ['certificate', 'certificates'] as const
