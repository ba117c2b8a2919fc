export {
  type Content,
  type GenerateContentResponse,
  type GenerationConfig,
  GoogleGenAI,
} from '@google/genai';
