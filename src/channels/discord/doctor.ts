import type { Found } from '../plugin.ts'
export const checkDiscord = async (..._: unknown[]): Promise<Found[]> => []
