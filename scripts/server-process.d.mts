export const SERVER_MAIN: string
export const SERVER_COMMAND: string
export const SERVER_FLAGS: string[]
export const SERVER_ENVIRONMENT: { NODE_COMPILE_CACHE: string }
