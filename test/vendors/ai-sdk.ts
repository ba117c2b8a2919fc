export { createOpenAICompatible } from '@ai-sdk/openai-compatible';
export { generateText, pipeTextStreamToResponse, streamText, toTextStream } from 'ai';
