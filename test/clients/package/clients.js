export { constructLlmApi } from '@continuedev/openai-adapters';
export { ChatOpenAI } from '@langchain/openai';
